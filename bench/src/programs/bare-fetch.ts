import { measured } from './own-usage.ts'

type Order = { readonly url: string; readonly names: readonly string[]; readonly concurrency: number }

/** The floor of an import: fetches the same documents, as many at a time, and stores nothing. Only `parse` parses. */
export async function open() {
  return {
    read: (order: Order) => measured(() => fetchAll(order, (reply) => reply.arrayBuffer())),
    parse: (order: Order) => measured(() => fetchAll(order, (reply) => reply.json())),
  }
}

async function fetchAll(
  { url, names, concurrency }: Order,
  take: (reply: Response) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const lane = async (): Promise<void> => {
    for (let name = names[next++]; name !== undefined; name = names[next++]) {
      const reply = await fetch(`${url}/model-doc-latest/docs/doc/jsonmeta/${name.replace(':', '/')}.json`)
      if (!reply.ok) throw new Error(`${name}: ${reply.status}`)
      await take(reply)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return names.length
}
