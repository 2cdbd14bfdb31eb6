/** Gives the user a file that was put together here. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; at once would be too early for some browsers, and never would keep it in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export const textFile = (text: string, type: string): Blob => new Blob([text], { type })
