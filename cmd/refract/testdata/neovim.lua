-- What a user of Neovim does with two shaders, by the editor's own client. Each line of the
-- output is "ok" or says what is wrong; the last is "done".
local out = {}

local function check(what, fine, got)
  table.insert(out, (fine and 'ok ' or 'WRONG ') .. what .. (fine and '' or ': ' .. vim.inspect(got)))
end

local function wait(what, condition)
  if not vim.wait(10000, condition, 20) then
    check(what, false, 'nothing comes')
  end
end

-- goto_word puts the cursor on the nth line with a word.
local function goto_word(word, nth)
  local seen = 0
  for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = line:find(word, 1, true)
    if at then
      seen = seen + 1
      if seen == nth then
        vim.api.nvim_win_set_cursor(0, { i, at - 1 })
        return
      end
    end
  end
  error('there is no ' .. word)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

local function format()
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 20000 })
  else
    vim.lsp.buf.formatting_sync(nil, 20000)
  end
end

-- hovered is the text of the floating window that hovering opens.
local function hovered(want)
  local got = ''
  vim.lsp.buf.hover()
  wait('hover', function()
    for _, w in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(w).relative ~= '' then
        got = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false), '\n')
        vim.api.nvim_win_close(w, true)
        return true
      end
    end
  end)
  check('hover of ' .. want, got:find(want, 1, true) ~= nil, got)
end

local function visit(file, v)
  vim.cmd('edit ' .. file)
  wait('diagnostics of ' .. file, function()
    return #vim.diagnostic.get(0) > 0
  end)
  local list = vim.diagnostic.get(0)
  check('diagnostics of ' .. file, #list == 1 and list[1].code == 'unresolved-identifier' and list[1].lnum == v.line and list[1].message:find('"cuont"', 1, true) ~= nil, list)
  check('a client of ' .. file, #clients() == 1 and clients()[1].name == 'refract', #clients())

  goto_word('cuont', 1)
  vim.api.nvim_set_current_line((vim.api.nvim_get_current_line():gsub('cuont', 'count')))
  wait('no diagnostics of ' .. file, function()
    return #vim.diagnostic.get(0) == 0
  end)

  goto_word('twice(', 2)
  hovered(v.hover)

  goto_word('twice(', 2)
  vim.lsp.buf.definition()
  wait('definition', function()
    return vim.api.nvim_win_get_cursor(0)[1] == v.definition
  end)
  check('definition in ' .. file, vim.api.nvim_win_get_cursor(0)[1] == v.definition, vim.api.nvim_win_get_cursor(0))

  goto_word('twice(', 2)
  vim.lsp.buf.rename('double_of')
  wait('rename', function()
    return not text():find('twice', 1, true)
  end)
  local _, n = text():gsub('double_of', '')
  check('rename in ' .. file, n == 2, text())

  format()
  wait('formatting', function()
    return text():find(v.formatted, 1, true) ~= nil
  end)
  check('formatting of ' .. file, text():find(v.formatted, 1, true) ~= nil, text())
  wait('no diagnostics after the edits', function()
    return #vim.diagnostic.get(0) == 0
  end)
  vim.cmd('write')
end

local fine, why = pcall(function()
  visit('wave.wgsl', { line = 4, definition = 2, hover = 'fn twice(x: f32) -> f32', formatted = '\n    heights[id.x] = double_of(f32(count)); // 🌊 WIDTH' })
  visit('wave.comp', { line = 5, definition = 4, hover = 'float twice(float x)', formatted = '\n    heights[0] = double_of(float(count)) * WIDTH; // 🌊' })
end)
if not fine then
  check('the script', false, why)
end
table.insert(out, 'done')
vim.fn.writefile(out, os.getenv('REFRACT_SAYS'))
vim.cmd('qall!')
