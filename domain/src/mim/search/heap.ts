/** Documents by key, smallest first. */
export type Heap = { readonly keys: Float64Array; readonly documents: Uint32Array; count: number }

export function createHeap(size: number): Heap {
  return { keys: new Float64Array(size), documents: new Uint32Array(size), count: 0 }
}

/** Turns the first `count` entries, written in any order, into a heap. */
export function arrange(heap: Heap, count: number): void {
  heap.count = count
  for (let at = (count >>> 1) - 1; at >= 0; at--) sink(heap, at)
}

/** Replaces the key of the smallest document with a larger one. */
export function replaceKeyOfSmallest(heap: Heap, key: number): void {
  heap.keys[0] = key
  sink(heap, 0)
}

export function removeSmallest(heap: Heap): void {
  heap.count--
  heap.keys[0] = heap.keys[heap.count]!
  heap.documents[0] = heap.documents[heap.count]!
  sink(heap, 0)
}

function sink({ keys, documents, count }: Heap, from: number): void {
  const key = keys[from]!
  const document = documents[from]!
  let at = from
  for (;;) {
    let child = 2 * at + 1
    if (child >= count) break
    if (child + 1 < count && keys[child + 1]! < keys[child]!) child++
    if (keys[child]! >= key) break
    keys[at] = keys[child]!
    documents[at] = documents[child]!
    at = child
  }
  keys[at] = key
  documents[at] = document
}
