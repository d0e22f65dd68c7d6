-- Neovim: the server for WGSL and GLSL.
return {
  cmd = { 'refract', 'lsp' },
  filetypes = { 'wgsl', 'glsl' },
  root_markers = { 'refract.toml', 'wesl.toml', '.git' },
  init_options = { capabilities = 'default' },
}
