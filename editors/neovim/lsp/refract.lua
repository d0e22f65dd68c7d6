-- Neovim: the server for WGSL, GLSL, HLSL and Kage, in files and in string literals of programs.
return {
  cmd = { 'refract', 'lsp' },
  filetypes = { 'wgsl', 'glsl', 'hlsl', 'kage', 'go', 'rust', 'c', 'cpp', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact' },
  root_markers = { 'refract.toml', 'wesl.toml', '.git' },
  init_options = { capabilities = 'default' },
}
