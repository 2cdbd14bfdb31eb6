import { describeCanvasChanges } from '@heddle/domain/canvas-editing/describe-changes.ts'
import { useEffect, useRef, useState } from 'react'
import { useDrawing } from '../canvas-context.tsx'

const PAUSE_MS = 400

/** Says politely what the last edits did, also those of Undo; several in a row as one. */
export function ChangeNews() {
  const drawing = useDrawing()
  const told = useRef(drawing)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (told.current === drawing) return
    const timer = setTimeout(() => {
      setNews(describeCanvasChanges(told.current, drawing))
      told.current = drawing
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [drawing])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}
