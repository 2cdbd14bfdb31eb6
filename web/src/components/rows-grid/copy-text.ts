/** Puts text on the clipboard, also on plain http, where browsers have no clipboard for scripts. */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) return clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  document.body.append(area)
  const focused = document.activeElement
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated -- On plain http there is only the old way.
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error('This browser does not let pages copy.')
}
