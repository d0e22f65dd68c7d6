-- Neovim: WGSL and GLSL by refract.
return {
  cmd = { 'refract', 'lsp' },
  filetypes = { 'wgsl', 'glsl' },
  root_markers = { 'refract.toml', '.git' },
  init_options = { capabilities = 'default' },
}
