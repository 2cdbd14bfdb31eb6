import type { PackManifest } from '@heddle/contract/pack-files.ts'

type Found = { readonly title?: string; readonly fault?: string }

/** The one group that a check is in. In a pattern `*` stands for any characters and `?` for one. */
export function groupOfCheck(id: string, groups: PackManifest['groups']): Found {
  const titles = groups.filter(({ checks }) => checks.some((pattern) => fits(pattern, id))).map(({ title }) => title)
  const [title] = titles
  if (title === undefined) return { fault: `${id} is in no group of the pack.` }
  return titles.length > 1 ? { fault: `${id} is in several groups of the pack: ${titles.join(', ')}.` } : { title }
}

/** Tries the shortest text for each star first and goes back to the last star alone: never slower than a product. */
function fits(pattern: string, text: string): boolean {
  let [at, star, tried] = [0, -1, 0]
  let position = 0
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at++
      tried = position
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[position])) {
      at++
      position++
    } else if (star >= 0) {
      at = star + 1
      position = ++tried
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}
