import type { PGlite } from '@electric-sql/pglite'

/** One message, with its type and its length. */
type Message = { readonly type: string; readonly body: Buffer }
type Wanted = { readonly bytes: Uint8Array; readonly done: (reply: Buffer) => Buffer }

const PARSED = Buffer.from('1\0\0\0\x04', 'latin1')
const SYNC = { type: 'S', body: Buffer.alloc(0) }
/** What only the extended protocol answers: that something was parsed or bound, or has no rows. */
const ONLY_EXTENDED = new Set(['1', '2', 'n'])
/** Statements that can be prepared: one at a time, and not those that begin and end transactions. */
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i

/**
 * Statements that are planned once for all worlds. To plan them takes the database longer than to carry them out, and
 * processes send the same few hundred again and again.
 */
export class PreparedStatements {
  readonly #known = new Map<string, string>()
  #kept: ReadonlyMap<string, string> = new Map()

  /** As the session has to be asked; `done` makes its reply what the one who asked expects. */
  prepare(bytes: Uint8Array): Wanted {
    const messages = messagesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const [first] = messages
    if (first?.type === 'Q') return this.#prepareSimple(first.body.subarray(0, -1), bytes)
    const isOne = first?.type === 'P' && first.body[0] === 0 && !messages.some(({ type }, at) => type === 'P' && at > 0)
    return isOne ? this.#prepareExtended(first.body.subarray(1), messages.slice(1)) : { bytes, done: (reply) => reply }
  }

  #prepareSimple(text: Buffer, bytes: Uint8Array): Wanted {
    if (!PREPARABLE.test(text.toString('latin1'))) return { bytes, done: (reply) => reply }
    const none = Buffer.alloc(8)
    const rest = [
      { type: 'B', body: none },
      { type: 'D', body: Buffer.from('P\0') },
      { type: 'E', body: Buffer.alloc(5) },
      SYNC,
    ]
    const { bytes: extended, done } = this.#prepareExtended(Buffer.concat([text, Buffer.alloc(3)]), rest)
    return { bytes: extended, done: (reply) => withoutExtended(done(reply)) }
  }

  /** `statement` is a text, its end, and the types of its parameters. */
  #prepareExtended(statement: Buffer, rest: readonly Message[]): Wanted {
    const key = statement.toString('latin1')
    const known = this.#known.get(key)
    const name = known ?? `s${this.#known.size}`
    const named = rest.map((message) => (message.type === 'B' ? bindTo(name, message) : message))
    if (known !== undefined) return { bytes: written(named), done: (reply) => reply }
    const parse = { type: 'P', body: Buffer.concat([Buffer.from(`${name}\0`), statement]) }
    return {
      bytes: written([parse, ...named]),
      done: (reply) => {
        if (reply.subarray(0, PARSED.length).equals(PARSED)) this.#known.set(key, name)
        return reply
      },
    }
  }

  /** Prepares and plans statements that somebody else was asked for, for the worlds to come. */
  async learn(pglite: PGlite, statements: Iterable<string>): Promise<void> {
    for (const key of statements) {
      if (this.#known.has(key)) continue
      const name = `s${this.#known.size}`
      const body = Buffer.concat([Buffer.from(`${name}\0`), Buffer.from(key, 'latin1')])
      const describe = { type: 'D', body: Buffer.from(`S${name}\0`) }
      const reply = await ask(pglite, written([{ type: 'P', body }, describe, SYNC]))
      const parameters = messagesIn(reply).find(({ type }) => type === 't')
      if (!parameters) continue
      this.#known.set(key, name)
      await ask(pglite, written([bindNothing(name, parameters.body.readUInt16BE(0)), SYNC]))
    }
  }

  get known(): Iterable<string> {
    return [...this.#known.keys()]
  }

  keep(): void {
    this.#kept = new Map(this.#known)
  }

  restore(): void {
    this.#known.clear()
    for (const [key, name] of this.#kept) this.#known.set(key, name)
  }
}

export async function ask(pglite: PGlite, bytes: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = []
  await pglite.execProtocolRawStream(bytes, { onRawData: (part) => void parts.push(part.slice()) })
  return Buffer.concat(parts)
}

function messagesIn(bytes: Buffer): Message[] {
  const messages: Message[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    messages.push({ type: String.fromCharCode(bytes[at]!), body: bytes.subarray(at + 5, end) })
    at = end
  }
  return messages
}

function written(messages: readonly Message[]): Buffer {
  return Buffer.concat(
    messages.flatMap(({ type, body }) => {
      const head = Buffer.alloc(5)
      head.write(type, 'latin1')
      head.writeUInt32BE(body.length + 4, 1)
      return [head, body]
    }),
  )
}

/** The same, of a named statement instead of the one without a name. */
function bindTo(name: string, { type, body }: Message): Message {
  const portalEnd = body.indexOf(0) + 1
  const statementEnd = body.indexOf(0, portalEnd)
  return { type, body: Buffer.concat([body.subarray(0, portalEnd), Buffer.from(name), body.subarray(statementEnd)]) }
}

/** All parameters are null. */
function bindNothing(name: string, count: number): Message {
  const counts = Buffer.alloc(4)
  counts.writeUInt16BE(count, 2)
  return {
    type: 'B',
    body: Buffer.concat([Buffer.from(`\0${name}\0`), counts, Buffer.alloc(4 * count, 255), Buffer.alloc(2)]),
  }
}

const withoutExtended = (reply: Buffer): Buffer =>
  written(messagesIn(reply).filter(({ type }) => !ONLY_EXTENDED.has(type)))
