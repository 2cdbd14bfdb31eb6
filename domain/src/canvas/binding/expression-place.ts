/** Where an unfinished expression ends: in code, in a comment, or inside quotes of some kind. */
export type CursorPlace = 'code' | 'comment' | { readonly raw: boolean; readonly escaped: boolean }

// One character more than the longest prefix, to see that it is a word of its own.
const LONGEST_PREFIX = 3
const RAW_PREFIX = /(?:^|[^\w])(?:[rR][bB]?|[bB][rR])$/

/** Follows an expression piece by piece, so that each character is looked at once however many places it has. */
export class ExpressionPlace {
  /** `opening`: after one quote or two, of which a third would open triple quotes. */
  #state: 'code' | 'slash' | 'comment' | 'opening' | 'quoted' = 'code'
  #quote = ''
  /** Quotes that close the text: one or three. */
  #width = 1
  /** Quotes just seen, of those that open or close. */
  #run = 0
  #raw = false
  #escaped = false
  /** The end of the pieces before. */
  #tail = ''

  get current(): CursorPlace {
    if (this.#state === 'comment') return 'comment'
    if (this.#state === 'quoted') return { raw: this.#raw, escaped: this.#escaped }
    return this.#state === 'opening' && this.#run === 1 ? { raw: this.#raw, escaped: false } : 'code'
  }

  pass(text: string): void {
    for (let index = 0; index < text.length; index++) this.#take(text[index] ?? '', text, index)
    this.#tail = this.#before(text, text.length)
  }

  #before(text: string, index: number): string {
    return (this.#tail + text.slice(Math.max(0, index - LONGEST_PREFIX), index)).slice(-LONGEST_PREFIX)
  }

  #take(character: string, text: string, index: number): void {
    switch (this.#state) {
      case 'comment':
        if (character === '\n') this.#state = 'code'
        break
      case 'quoted':
        this.#takeQuoted(character)
        break
      case 'opening':
        this.#takeOpening(character, text, index)
        break
      case 'code':
      case 'slash':
        this.#takeCode(character, text, index)
    }
  }

  #takeCode(character: string, text: string, index: number): void {
    if (character === '"' || character === "'") {
      this.#state = 'opening'
      this.#quote = character
      this.#run = 1
      this.#raw = RAW_PREFIX.test(this.#before(text, index))
    } else if (character === '/') this.#state = this.#state === 'slash' ? 'comment' : 'slash'
    else this.#state = 'code'
  }

  #takeOpening(character: string, text: string, index: number): void {
    if (character === this.#quote) {
      this.#run++
      if (this.#run === 3) this.#enterQuotes(3)
    } else if (this.#run === 1) {
      this.#enterQuotes(1)
      this.#takeQuoted(character)
    } else {
      // Two quotes were an empty text.
      this.#state = 'code'
      this.#takeCode(character, text, index)
    }
  }

  #enterQuotes(width: 1 | 3): void {
    this.#state = 'quoted'
    this.#width = width
    this.#run = 0
    this.#escaped = false
  }

  #takeQuoted(character: string): void {
    const isQuote = character === this.#quote && !this.#escaped
    this.#run = isQuote ? this.#run + 1 : 0
    this.#escaped = character === '\\' && !this.#raw && !this.#escaped
    if (this.#run === this.#width) this.#state = 'code'
  }
}
