/**
 * One form for all spellings of a name that differ in letter case, spaces or the form of their characters. Upper case
 * first: some letters have the same upper case and different lower cases.
 *
 *     foldName(' ALICE  Liddell') // 'alice liddell'
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().trim().replace(/\s+/g, ' ')
}
