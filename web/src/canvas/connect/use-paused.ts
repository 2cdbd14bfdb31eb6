import { useEffect, useState } from 'react'

const PAUSE_MS = 150

/** The text once typing pauses; nothing at all counts at once. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}
