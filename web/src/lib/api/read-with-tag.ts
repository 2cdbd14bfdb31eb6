import type { CallOptions } from '@heddle/client'

/** What was read, with its tag for `If-Match`. */
export async function readWithTag<Read>(
  call: (options: CallOptions) => Promise<Read>,
): Promise<Read & { readonly etag: string }> {
  let etag = ''
  const read = await call({ onHeaders: (headers) => (etag = headers.get('etag') ?? '') })
  return { ...read, etag }
}
