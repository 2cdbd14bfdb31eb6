import type { Dispatcher } from 'undici'

/**
 * The first bytes of an answer as text, whatever its length is said to be. The status has been read: an answer that is
 * too slow, cut off, or of another length than announced is what came of it.
 */
export async function readBeginning({ body }: Dispatcher.ResponseData, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      total += chunk.byteLength
      if (total >= mostBytes) break
    }
  } catch {
    // What is there has to do.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes))
}
