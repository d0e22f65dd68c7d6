-- Neovim: the server for WGSL, GLSL and Kage.
return {
  cmd = { 'refract', 'lsp' },
  filetypes = { 'wgsl', 'glsl', 'kage' },
  root_markers = { 'refract.toml', 'wesl.toml', '.git' },
  init_options = { capabilities = 'default' },
}
