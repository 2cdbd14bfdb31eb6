import { isFieldTerm } from '../field-terms.ts'
import { isOrdinaryCompound } from './ordinary-compounds.ts'
import { bare, type KnownNames } from './known-names.ts'
import { spokenNumberAt, spokenShare } from './number-words.ts'
import { holdsLink, spokenText } from '../spoken-text.ts'

const MOST_SENTENCES = 20
const LONGEST_SENTENCE = 600

/**
 * The sentences that name nothing but what is known, cleaned. A sentence is left out as a whole if any of its words
 * looks like a class, property, column, DN, address, object or number that occurs in no source: what a model invents
 * looks just like what it was given. Ordinary words are not checked, so a sentence can still be wrong.
 */
export function checkedSentences(sentences: readonly string[], known: KnownNames): readonly string[] {
  return sentences.slice(0, MOST_SENTENCES).flatMap((raw) => {
    const clean = spokenText(raw, LONGEST_SENTENCE)
    return clean !== '' && !holdsLink(raw) && unknownName(raw, clean, known) === undefined ? [clean] : []
  })
}

/** The first part of a sentence that no source has; undefined if there is none. */
export function unknownNameIn(sentence: string, known: KnownNames): string | undefined {
  return unknownName(sentence, spokenText(sentence, LONGEST_SENTENCE), known)
}

// Code spans are gone from the cleaned text, so they are looked for in the raw one.
function unknownName(raw: string, clean: string, known: KnownNames): string | undefined {
  return (
    unknownQuote(raw, known) ?? unknownQuote(clean, known) ?? unknownNumber(clean, known) ?? unknownWord(clean, known)
  )
}

const QUOTED = /`([^`]+)`|"([^"]+)"|“([^”]+)”|«([^»]+)»|(?<![\p{L}\p{N}])['‘]([^'’]+)['’](?![\p{L}\p{N}])/gu

function unknownQuote(text: string, known: KnownNames): string | undefined {
  for (const groups of text.slice(0, LONGEST_SENTENCE * 4).matchAll(QUOTED)) {
    const quoted = groups.slice(1).find(Boolean) ?? ''
    const phrase = quoted.trim().replace(/[.,;:!?]+$/, '')
    const isKnown = /^[\d,.]+$/.test(phrase)
      ? known.hasNumber(numberOf(phrase)) || known.has(phrase)
      : isKnownPhrase(phrase, known)
    if (phrase !== '' && !isKnown) return quoted
  }
  return undefined
}

const isKnownPhrase = (phrase: string, known: KnownNames): boolean =>
  known.contains(phrase) ||
  known.hasColumn(phrase) ||
  (BETWEEN_NAMES.test(phrase) && phrase.split(BETWEEN_NAMES).every((name) => known.has(bare(name))))

/** Numbers in words. */
function unknownNumber(text: string, known: KnownNames): string | undefined {
  const tokens = text.split(/\s+/)
  const words = tokens.map((token) => bare(token).toLowerCase())
  for (let index = 0; index < words.length; index++) {
    const share = spokenShare(words[index] ?? '')
    if (share !== undefined && !known.hasShare(share)) return tokens[index]
    const number = spokenNumberAt(words, index)
    if (number === undefined) continue
    const isShare = /^per\s?cent$/.test(words[index + number.words] ?? '')
    const isOrMore = number.value === 0 && words[index + number.words] === 'or'
    const counted = words.slice(index + number.words, index + number.words + 2)
    if (isOrMore || counted.some((noun) => known.hasCountOf(noun, number.value))) continue
    const isKnown = isShare
      ? known.hasShare(number.value) || known.hasNumber(number.value)
      : known.hasNumber(number.value)
    if (!isKnown) return tokens.slice(index, index + number.words).join(' ')
    index += number.words - 1
  }
  return undefined
}

function unknownWord(text: string, known: KnownNames): string | undefined {
  const tokens = text.split(/\s+/)
  return tokens.find((token, index) => {
    const word = bare(token).replace(/['’]s$/, '')
    return word !== '' && !isBorneOut(word, { before: tokens[index - 1] ?? '', after: tokens[index + 1] ?? '' }, known)
  })
}

type Around = { readonly before: string; readonly after: string }

const ORDINARY = /^\p{Ll}+$/u
const SENTENCE_START = /^$|[.:;!?…–—(]["'”’)]*$/
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)$/
const NUMBER = /^[+-]?\d[\d,]*(?:\.\d+)?$/
const PERCENT = /^(\d[\d,]*(?:\.\d+)?)%$/
const ABBREVIATION = /^(?:e\.g|i\.e|vs|etc|approx|resp|a\.m|p\.m)$/i
/** `fvBD→fvCtx` and `arpFlood=yes` name two things. */
const BETWEEN_NAMES = /→|->|=>|=/
const ALONE: Around = { before: '', after: '' }
/** `1:1`, `0:n`. */
const RATIO = /^[01nm]:[01nm]$/i
const LAYER = /^layer-[1-7]$/i
/** `fvBDs`; the plural of what has no capital inside is a word, or another name. */
const CAMEL_PLURAL = /^[a-z]+[A-Z]\w*s$/
/** `up/down`, `and/or`: plain words on both sides, unless a DN begins so. */
const EITHER = /^\p{L}\p{Ll}*(?:\/\p{L}\p{Ll}*)+$/u
const DN_ROOT = /^(?:uni|topology|comp|sys|fabric|dbgs|resPolCont|expcont|action|infra|phys)\//

function isBorneOut(word: string, around: Around, known: KnownNames): boolean {
  const names = word.split(BETWEEN_NAMES)
  if (names.length > 1 && names.every((name) => name !== '' && isBorneOut(bare(name), ALONE, known))) return true
  if (NUMBER.test(word)) return isKnownNumber(word, around, known)
  const percent = PERCENT.exec(word)
  if (percent) return known.hasShare(numberOf(percent[1]!)) || known.hasNumber(numberOf(percent[1]!))
  if (hasOtherLetters(word)) return known.has(word)
  if (ORDINARY.test(word) || ABBREVIATION.test(word) || known.has(word) || isFieldTerm(word)) return true
  const ordinal = ORDINAL.exec(word)
  if (ordinal) return Number(ordinal[1]) <= 20
  if (RATIO.test(word) || LAYER.test(word) || isKnownPlural(word, known) || known.hasColumn(word)) return true
  if (/^\p{Lu}\p{Ll}*$/u.test(word)) return isOrdinaryCapital(word, around, known)
  if (EITHER.test(word) && !DN_ROOT.test(word)) return true
  if (word.includes('/') && !DN_ROOT.test(word)) return word.split('/').every((part) => isWordOrClass(part, known))
  if (/^[\p{L}’']+$/u.test(word)) return isContraction(word)
  return isOrdinaryCompound(word, (part) => known.has(part) || isFieldTerm(part))
}

function isKnownNumber(word: string, { before, after }: Around, known: KnownNames): boolean {
  const value = numberOf(word)
  if (/^(?:%|per\s?cent)/.test(after)) return known.hasShare(value) || known.hasNumber(value)
  if (known.hasNumber(value)) return true
  // `0 or more`; `three classes` is known from the number of classes.
  if (word === '0' && bare(after) === 'or') return true
  if (known.hasCountOf(bare(after), value)) return true
  const kind = bare(before).toLowerCase()
  // `layer 2` is a term; `node 101` may be `node-101`.
  if (kind === 'layer' && /^[1-7]$/.test(word)) return true
  return kind !== '' && known.has(`${kind.replace(/^(?:leaf|spine|switch)$/, 'node')}-${word}`)
}

const isKnownPlural = (word: string, known: KnownNames): boolean =>
  CAMEL_PLURAL.test(word) && known.has(word.slice(0, -1))

/** A side of `fvCtx/fvSubnet`; the parts of DNs are none. */
const isWordOrClass = (word: string, known: KnownNames): boolean =>
  ORDINARY.test(word) || isFieldTerm(word) || (/^[a-z]+[A-Z]\w*$/.test(word) && known.has(word))

/** A sentence begins with a capital; elsewhere it marks a name. */
function isOrdinaryCapital(word: string, { before }: Around, known: KnownNames): boolean {
  return word === 'I' || SENTENCE_START.test(before) || known.hasWord(word) || COMMON_NAMES.has(word)
}

const COMMON_NAMES = new Set(
  'Cisco Ethernet Layer Heddle Boolean Fabric Tenant Tenants Contract Contracts Interface Interfaces English'.split(
    ' ',
  ),
)

const isContraction = (word: string): boolean =>
  /^\p{L}\p{Ll}*['’](?:t|s|re|ve|ll|d|m)$/u.test(word) || /^\p{Ll}+s['’]$/u.test(word)

/** Letters that only look like ours, and digits of other scripts. */
const hasOtherLetters = (word: string): boolean => /[^\P{L}\p{Script=Latin}]|[^\P{N}0-9]/u.test(word)

const numberOf = (text: string): number => Number(text.replaceAll(',', ''))
