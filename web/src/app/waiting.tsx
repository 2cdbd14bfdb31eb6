import { useStore } from 'zustand'
import { Button } from '../components/button.tsx'
import { BrandMark } from '../components/mark.tsx'
import type { BrowserSession } from '../lib/session/session.ts'
import { useSecondsUntil } from '../lib/time/use-seconds-until.ts'
import { words } from './words.ts'

/** Before the first page is there, and the server does not answer: when it is asked again. The address stays. */
export function Waiting({ session }: { readonly session: BrowserSession }) {
  const asksAgainAt = useStore(session.store, (facts) => facts.asksAgainAt)
  const seconds = useSecondsUntil(asksAgainAt)
  return (
    <main className="starting">
      <BrandMark size={36} />
      <div role="alert">
        <h1>{words.noAnswer}</h1>
      </div>
      <p>{seconds > 0 ? words.asksAgain(seconds) : words.asking}</p>
      <p>{words.staySignedIn}</p>
      <Button onClick={() => session.askAgain()}>{words.askNow}</Button>
    </main>
  )
}
