/** The first items of a list that is read page by page. */
export async function takeFirst<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const found: Item[] = []
  if (most > 0)
    for await (const item of items) {
      found.push(item)
      if (found.length >= most) break
    }
  return found
}
