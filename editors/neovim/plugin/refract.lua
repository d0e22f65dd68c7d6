-- Neovim: which files are shaders, and that the server of ../lsp/refract.lua serves them.
local filetypes = { wgsl = 'wgsl', wesl = 'wgsl', glsl = 'glsl', essl = 'glsl', vert = 'glsl', frag = 'glsl', comp = 'glsl', hlsl = 'hlsl', hlsli = 'hlsl', fx = 'hlsl', fxh = 'hlsl', kage = 'kage' }
vim.filetype.add({ extension = filetypes })

if vim.fn.has('nvim-0.11') == 1 then
  vim.lsp.enable('refract')
  return
end

-- Neovim 0.7 doesn't look at what is added.
if vim.fn.has('nvim-0.8') == 0 then
  for extension, name in pairs(filetypes) do
    vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, { pattern = '*.' .. extension, command = 'setlocal filetype=' .. name })
  end
end

-- Neovim 0.7 to 0.10: a client for each root folder, started here.
local file = debug.getinfo(1, 'S').source:sub(2)
local config = dofile(vim.fn.fnamemodify(file, ':p:h:h') .. '/lsp/refract.lua')
local clients = {}

local function root(name)
  for _, marker in ipairs(config.root_markers) do
    for _, find in ipairs({ vim.fn.findfile, vim.fn.finddir }) do
      local found = find(marker, vim.fn.fnameescape(vim.fn.fnamemodify(name, ':p:h')) .. ';')
      if found ~= '' then
        return vim.fn.fnamemodify(found, ':p'):gsub('/$', ''):match('^(.*)/')
      end
    end
  end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = config.filetypes,
  callback = function(event)
    local dir = root(vim.api.nvim_buf_get_name(event.buf))
    local key = dir or ''
    clients[key] = clients[key]
      or vim.lsp.start_client({
        name = 'refract',
        cmd = config.cmd,
        root_dir = dir,
        init_options = config.init_options,
        on_exit = function()
          clients[key] = nil
        end,
      })
    if clients[key] then
      vim.lsp.buf_attach_client(event.buf, clients[key])
    end
  end,
})
