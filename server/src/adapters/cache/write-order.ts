/** A link of a ring. Only `WriteOrder` changes it. */
export type Link = { older: Link; newer: Link }

/** The order in which entries were written, as a ring of links; every operation takes constant time. */
export type WriteOrder<L extends Link> = {
  readonly add: (link: L) => void
  readonly remove: (link: L) => void
  readonly oldest: () => L | undefined
}

/** A link that is in no ring yet. */
export function newLink(): Link {
  const link = {} as Link
  link.older = link
  link.newer = link
  return link
}

export function createWriteOrder<L extends Link>(): WriteOrder<L> {
  // The oldest link is its `newer` and the newest its `older`.
  const seam = newLink()
  return {
    add: (link) => {
      link.older = seam.older
      link.newer = seam
      seam.older.newer = link
      seam.older = link
    },
    remove: (link) => {
      link.older.newer = link.newer
      link.newer.older = link.older
    },
    oldest: () => (seam.newer === seam ? undefined : (seam.newer as L)),
  }
}
