import { spokenText } from '../spoken-text.ts'

/** `fvBD`, `fv:BD`, `arpFlood`; not `vPC` or `iBGP`, as packages have two letters at least. */
const NAME = /(?<![\w:])[a-z][a-z0-9]+(?::[A-Z]|[A-Z])\w*/g
const SENTENCE_END = /(?<=[.!?])\s+/

/** A text for people without the sentences that use a name of a class or property which does not exist. */
export function honestText(text: string, longest: number, isKnown: (name: string) => boolean): string {
  const honest = spokenText(text, longest * 2)
    .split(SENTENCE_END)
    .filter((sentence) => (sentence.match(NAME) ?? []).every((name) => isKnown(name.replace(':', ''))))
  return spokenText(honest.join(' '), longest)
}
