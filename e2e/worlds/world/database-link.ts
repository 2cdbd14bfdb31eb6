import { AsyncLocalStorage } from 'node:async_hooks'
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import { runOutside } from '../virtual/take-over-node.ts'
import type { Owner } from '../virtual/timeline.ts'
import { ask, type PreparedStatements } from './prepared-statements.ts'
import type { World } from './world.ts'

/** What may happen to a statement on its way. */
export type LinkFaults = {
  /** One way. */
  readonly latencyMs: () => number
  /** `before`: the connection breaks and the statement is not carried out. `after`: it is, but its answer is lost. */
  readonly breaks: () => 'no' | 'before' | 'after'
  /** Whether there is no room for what a statement adds. */
  readonly isDiskFull: () => boolean
}

/** What PostgreSQL answers then; in a transaction, that is lost. */
const DISK_FULL = simpleQuery(
  `do $$ begin raise exception using errcode = 'disk_full',
   message = 'could not extend file "base/5/16384": No space left on device'; end $$`,
)
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4)
const TERMINATE = 0x58

/**
 * The one session of the database, which connections of all processes use in turn: a transaction has it until its end,
 * as if every transaction locked everything.
 */
export class DatabaseSession {
  readonly #pglite: PGlite
  readonly #prepared: PreparedStatements
  readonly #world: World
  readonly #waiting: { readonly link: DatabaseLink; readonly bytes: Uint8Array }[] = []
  #running = false
  #holder: DatabaseLink | undefined

  constructor(pglite: PGlite, prepared: PreparedStatements, world: World) {
    this.#pglite = pglite
    this.#prepared = prepared
    this.#world = world
  }

  get isHeld(): boolean {
    return this.#holder !== undefined || this.#running
  }

  ask(link: DatabaseLink, bytes: Uint8Array): void {
    this.#waiting.push({ link, bytes })
    this.#next()
  }

  /** The server sees that a connection is gone: what it has not committed is undone. */
  gone(link: DatabaseLink): void {
    const left = this.#waiting.filter((one) => one.link !== link)
    this.#waiting.splice(0, this.#waiting.length, ...left)
    if (this.#holder === link && !this.#running) void this.#rollBack()
  }

  #next(): void {
    if (this.#running) return
    const at = this.#waiting.findIndex(({ link }) => this.#holder === undefined || link === this.#holder)
    if (at < 0) return
    const [next] = this.#waiting.splice(at, 1)
    void this.#carryOut(next!.link, next!.bytes)
  }

  async #carryOut(link: DatabaseLink, bytes: Uint8Array): Promise<void> {
    const reply = await this.#exclusively(() => this.#send(bytes))
    this.#holder = isInTransaction(reply) ? link : undefined
    if (link.isGone && this.#holder) await this.#rollBack()
    else link.answer(reply)
    this.#next()
  }

  async #rollBack(): Promise<void> {
    await this.#exclusively(async () => {
      await this.#send(SYNC)
      await this.#pglite.exec('ROLLBACK')
    })
    this.#holder = undefined
    this.#next()
  }

  async #send(bytes: Uint8Array): Promise<Uint8Array> {
    const { bytes: wanted, done } = this.#prepared.prepare(bytes)
    return done(await ask(this.#pglite, wanted))
  }

  /** The database is nobody's process: its clock is right, and what it does takes no time. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    this.#running = true
    this.#world.busy += 1
    try {
      return await runOutside(work)
    } finally {
      this.#running = false
      this.#world.busy -= 1
    }
  }
}

/** Whether statements add rows, or new versions of some. */
const isWriting = (bytes: Buffer): boolean =>
  /\b(?:insert into|(?<!for )update) /i.test(bytes.toString('latin1', 0, 20_000))

function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.from('Q\0\0\0\0', 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** ReadyForQuery is the last message of a reply; its last byte is the state of the transaction. */
const isInTransaction = (reply: Uint8Array): boolean => reply.length >= 6 && reply.at(-1) !== 'I'.charCodeAt(0)

const READY = Buffer.concat([
  Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'),
  Buffer.from('S\0\0\0\x19client_encoding\0UTF8\0', 'latin1'),
  Buffer.from('Z\0\0\0\x05I', 'latin1'),
])

type LinkParts = {
  readonly session: DatabaseSession
  readonly world: World
  readonly owner: Owner
  readonly faults: LinkFaults
}

/** The socket of one connection: what is sent on it arrives later, or never. */
export class DatabaseLink extends Duplex {
  readonly #parts: LinkParts
  /** Its process, no matter who calls. */
  readonly #inside = AsyncLocalStorage.snapshot()
  #isGreeted = false
  isGone = false

  constructor(parts: LinkParts) {
    super()
    this.#parts = parts
  }

  connect(): this {
    const { world, owner, faults } = this.#parts
    world.timeline.after(faults.latencyMs(), owner, () => {
      if (faults.breaks() === 'no') this.emit('connect')
      else this.#break()
    })
    return this
  }

  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this

  /** The process is dead, or the connection is. */
  vanish(): void {
    this.isGone = true
    this.#parts.session.gone(this)
  }

  answer(reply: Uint8Array): void {
    const { world, owner, faults } = this.#parts
    const isLost = faults.breaks() === 'after'
    const arrive = (): void => {
      if (this.isGone) return
      if (isLost) this.#break()
      else this.push(reply)
    }
    this.#inside(() => world.timeline.after(faults.latencyMs(), owner, arrive))
  }

  override _read(): void {
    // Replies are pushed when they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(Buffer.from(chunk))
    done()
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.vanish()
    done(error)
  }

  #send(bytes: Buffer): void {
    const { world, owner, faults, session } = this.#parts
    if (bytes[0] === TERMINATE) return
    if (!this.#isGreeted) {
      this.#isGreeted = true
      world.timeline.after(faults.latencyMs(), owner, () => void (this.isGone || this.push(READY)))
      return
    }
    const isLost = faults.breaks() === 'before'
    // On its way already: it arrives, whatever becomes of its sender.
    world.timeline.after(faults.latencyMs(), { name: `${owner.name}>`, isDead: () => false }, () => {
      if (this.isGone) return
      if (isLost) this.#break()
      else session.ask(this, this.#hasRoomFor(bytes) ? bytes : DISK_FULL)
    })
  }

  #hasRoomFor(bytes: Buffer): boolean {
    const { world, owner, faults } = this.#parts
    if (!isWriting(bytes) || !faults.isDiskFull()) return true
    world.note(owner.name, 'finds the disk of the database full')
    return false
  }

  #break(): void {
    if (this.isGone) return
    this.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }))
  }
}
