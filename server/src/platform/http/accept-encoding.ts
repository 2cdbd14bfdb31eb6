/** Whether a client takes a content coding. `*` does not count: only what is named is sent. */
export function acceptsEncoding(header: string | undefined, coding: string): boolean {
  return (header ?? '').split(',').some((entry) => {
    const [name = '', quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !/^q=0(\.0*)?$/.test(quality)
  })
}
