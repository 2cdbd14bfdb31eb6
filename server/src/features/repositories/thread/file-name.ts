import { createHash } from 'node:crypto'
import { folderName } from '@heddle/domain/query-files/folders.ts'

/** Characters that a file system refuses, and `%`, which marks the escaped ones. */
const REFUSED = /[\u0000-\u001f\u007f<>:"/\\|?*%]|^[. ]|[. ]$/g
const LONGEST_BYTES = 200

/** A name as file systems take it; what they refuse is a percent escape, as in the files of `heddle pull`. */
function escaped(name: string): string {
  const text = name.replaceAll(REFUSED, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
  if (Buffer.byteLength(text) <= LONGEST_BYTES) return text
  let kept = ''
  for (const [part] of text.matchAll(/%[0-9A-F]{2}|[^]/gu)) {
    if (Buffer.byteLength(kept + part) > LONGEST_BYTES) break
    kept += part
  }
  return `${kept}~${shortHash(name)}`
}

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** The path of the file of a saved query, below the folder of the repository. */
export function filePath(root: string, folder: string, category: string | null, name: string): string {
  const below = category === null || !category.startsWith(`${folder}/`) ? '' : category.slice(folder.length + 1)
  const folders = below === '' ? [] : below.split('/').map((part) => escaped(folderName(part)))
  return [...(root === '' ? [] : [root]), ...folders, `${escaped(name)}.yaml`].join('/')
}
