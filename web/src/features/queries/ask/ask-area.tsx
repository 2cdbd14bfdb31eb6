import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import { useMay } from '../../../lib/session/context.tsx'
import { AskBar } from './ask-bar.tsx'
import type { Asking } from './use-ask.ts'

type Props = {
  readonly asking: Asking
  readonly isOpen: boolean
  /** A question that a link brought. */
  readonly question: string | undefined
  readonly onClose: () => void
}

/** The field is on every empty canvas, and above others when somebody asks for it. */
export function AskArea({ asking, isOpen, question, onClose }: Props) {
  const router = useRouter()
  const isEmpty = useCanvas(({ history }) => history.present.nodes.length === 0)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const mayDraw = useMay('queries.add_savedquery')
  // Only where somebody pressed Enter: a link must not spend the quota of those who follow it.
  const [isAskedAtOnce] = useState(() => router.latestLocation.state.asks === true)
  // What was asked stays beside what is drawn of the answer.
  const isUsed = asking.asked !== undefined
  if (isReadOnly || !mayDraw || !(isEmpty || isOpen || isUsed)) return null
  const handleClose = () => {
    asking.forget()
    onClose()
  }
  return (
    <AskBar
      asking={asking}
      initial={question}
      isAskedAtOnce={isAskedAtOnce}
      isOpened={isOpen}
      onClose={isOpen || isUsed ? handleClose : undefined}
    />
  )
}
