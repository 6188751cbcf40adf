/**
 * Whether this process is for development: the console then shows mails, and cookies work without HTTPS. Production is
 * the default, because a server that was started without settings may be a public one. `content-gen serve` sets the
 * variable.
 */
export function isDevelopment(): boolean {
  return process.env['CONTENT_GEN_MODE'] === 'development';
}
