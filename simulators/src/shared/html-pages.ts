const TITLES: Readonly<Record<number, string>> = {
  400: '400 Bad Request',
  404: '404 Not Found',
  405: '405 Not Allowed',
  413: '413 Request Entity Too Large',
  414: '414 Request-URI Too Large',
  502: '502 Bad Gateway',
  503: '503 Service Temporarily Unavailable',
  504: '504 Gateway Time-out',
}

/** Error pages of the nginx in front of a server. */
export function nginxPage(status: number): string {
  const title = TITLES[status] ?? `${status} Error`
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`
}

export const LOGIN_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Cisco APIC Login</title></head><body><form id="login"><input name="userName"></form></body></html>\n'

/** The answer of a controller whose API has not started yet. */
export const NOT_READY_PAGE =
  '<html><head><title>Cisco APIC</title></head><body>Cisco APIC: the page you asked for is not here.</body></html>\n'
