/** The lines of a stream of UTF-8, without empty ones. */
export async function* linesOfStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = ''
  for await (const text of textOf(body)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield decoder.decode(value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    // A reader that stops early ends the download.
    await reader.cancel().catch(() => undefined)
  }
}
