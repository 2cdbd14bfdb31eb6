import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import styles from './ai-notes.module.css'
import { words } from './words.ts'

/** Opens an empty canvas, and puts the question there. */
export function useAskElsewhere(): (question: string) => void {
  const router = useRouter()
  return (question) =>
    void router.navigate({
      to: '/queries/saved-queries/$id',
      params: { id: 'new' },
      search: { ask: question },
      state: { asks: true },
    })
}

/** A question in plain language, from anywhere. */
export function AskField() {
  const ask = useAskElsewhere()
  const [question, setQuestion] = useState('')
  const text = question.trim()
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') ask(text)
      }}
    >
      <div className={styles.question}>
        <TextField
          label={words.question}
          placeholder={words.hint}
          maxLength={4000}
          autoComplete="off"
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" impossible={text === '' ? words.nothingAsked : undefined}>
        {words.ask}
      </Button>
    </form>
  )
}
