/** All rows of a session, page by page, so that others have their turn between two. */
export async function readPages<Item>(page: (from: number) => Promise<readonly Item[]>): Promise<readonly Item[]> {
  const all: Item[] = []
  for (;;) {
    const some = await page(all.length)
    if (some.length === 0) return all
    for (const item of some) all.push(item)
  }
}
