import type { SnapshotArchive, DnEntry, SnapshotRow } from '../../archive/index.ts'

export type FoundDns = { readonly dns: readonly DnEntry[]; readonly total: number }

/** Finds DNs by any part of them. Called on every keystroke, so a list is converted to lower case only once. */
export function createDnSearch(archive: Pick<SnapshotArchive, 'listDns'>) {
  const lowered = new WeakMap<readonly DnEntry[], readonly string[]>()

  function loweredOf(entries: readonly DnEntry[]): readonly string[] {
    const known = lowered.get(entries) ?? entries.map(({ dn }) => dn.toLowerCase())
    lowered.set(entries, known)
    return known
  }

  return async (snapshot: SnapshotRow, text: string, limit: number): Promise<FoundDns> => {
    const entries = await archive.listDns(snapshot)
    if (text === '') return { dns: entries.slice(0, limit), total: entries.length }
    const wanted = text.toLowerCase()
    const dns: DnEntry[] = []
    let total = 0
    for (const [index, dn] of loweredOf(entries).entries()) {
      if (!dn.includes(wanted)) continue
      total++
      if (dns.length < limit) dns.push(entries[index]!)
    }
    return { dns, total }
  }
}
