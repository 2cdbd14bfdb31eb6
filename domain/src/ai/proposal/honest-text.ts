import { holdsLink, spokenText } from '../spoken-text.ts'

/** `fvBD`, `fv:BD`, `arpFlood`; not `vPC` or `iBGP`, as packages have two letters at least. */
const NAME = /(?<![\w:])[a-z][a-z0-9]+(?::[A-Z]|[A-Z])\w*/g
const SENTENCE_END = /(?<=[.!?])\s+/

/** A text for people without the sentences that hold a link, or a name of a class or property that does not exist. */
export function honestText(text: string, longest: number, isKnown: (name: string) => boolean): string {
  // Cut first: the text may be huge.
  const plain = text
    .slice(0, longest * 4)
    .split(SENTENCE_END)
    .filter((sentence) => !holdsLink(sentence))
  const honest = spokenText(plain.join(' '), longest * 2)
    .split(SENTENCE_END)
    .filter((sentence) => (sentence.match(NAME) ?? []).every((name) => isKnown(name.replace(':', ''))))
  return spokenText(honest.join(' '), longest)
}
