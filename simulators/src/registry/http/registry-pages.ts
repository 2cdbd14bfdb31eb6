const TITLES: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The page a static host sends instead of a document. */
export function hostPage(status: number): Buffer {
  const title = `${status} ${TITLES[status] ?? 'Error'}`
  return Buffer.from(
    `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr><p>static host</p></body></html>\n`,
  )
}
