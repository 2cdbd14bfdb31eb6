import { problems } from '../problem/controller-problem.ts'

/** A cursor over filter text. */
export class FilterReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  atEnd(): boolean {
    this.#skipSpaces()
    return this.#at >= this.#text.length
  }

  rest(): string {
    return this.#text.slice(this.#at, this.#at + 40)
  }

  isNext(char: string): boolean {
    this.#skipSpaces()
    return this.#text[this.#at] === char
  }

  take(char: string): boolean {
    if (!this.isNext(char)) return false
    this.#at++
    return true
  }

  expect(char: string): void {
    if (!this.take(char)) throw problems.badFilter(`expected '${char}' at '${this.rest()}'`)
  }

  /** An operator or property name. */
  word(): string {
    this.#skipSpaces()
    return this.#until(/[(),"\s]/)
  }

  /** Quoted text or a bare value. */
  value(): string {
    this.#skipSpaces()
    if (this.take('"')) return this.#quoted()
    return this.#until(/[,()"]/).trim()
  }

  #quoted(): string {
    let text = ''
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at]!
      if (char === '"') {
        this.#at++
        return text
      }
      const next = this.#text[this.#at + 1]
      if (char === '\\' && (next === '"' || next === '\\')) this.#at++
      text += this.#text[this.#at]!
    }
    throw problems.badFilter('unterminated quoted value')
  }

  #until(end: RegExp): string {
    const start = this.#at
    while (this.#at < this.#text.length && !end.test(this.#text[this.#at]!)) this.#at++
    return this.#text.slice(start, this.#at)
  }

  #skipSpaces(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}
