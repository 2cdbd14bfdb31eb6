import { canvasText, readCanvas } from '@heddle/domain/canvas-editing/read-canvas.ts'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { saveFile, textFile } from '../../components/save-file.ts'
import { TextArea } from '../../components/field.tsx'
import { copyText } from '../../components/rows-grid/copy-text.ts'
import { toast } from '../../components/toasts.tsx'
import { useCanvas, useDrawing } from '../canvas-context.tsx'
import styles from './json-panel.module.css'
import { words } from './words.ts'

/** The canvas as the API takes it. */
export function JsonPanel() {
  const canvas = useDrawing()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const [isReplacing, setIsReplacing] = useState(false)
  const text = canvasText(canvas)
  const handleCopy = () =>
    void copyText(text).then(
      () => toast(words.copied),
      (error: unknown) => toast((error as Error).message, { kind: 'failed' }),
    )
  return (
    <div className={styles.panel}>
      {isReplacing ? (
        <Replacement onClose={() => setIsReplacing(false)} />
      ) : (
        <>
          <div className={styles.bar}>
            <Button onClick={handleCopy}>{words.copy}</Button>
            <Button onClick={() => saveFile(words.file, textFile(`${text}\n`, 'application/json'))}>
              {words.download}
            </Button>
            {!isReadOnly && <Button onClick={() => setIsReplacing(true)}>{words.replace}</Button>}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it */}
          <pre className={styles.text} tabIndex={0} role="group" aria-label={words.text}>
            {text}
          </pre>
        </>
      )}
    </div>
  )
}

function Replacement({ onClose }: { readonly onClose: () => void }) {
  const change = useCanvas((state) => state.change)
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  function handleApply() {
    const read = readCanvas(text)
    if (!read.ok) {
      setFaults(read.faults)
      return
    }
    change([{ type: 'replace', canvas: read.canvas }])
    toast(words.applied)
    onClose()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        handleApply()
      }}
    >
      <TextArea
        label={words.pasted}
        isCode
        rows={8}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for it
        autoFocus
        spellCheck={false}
        hint={words.hint}
        faults={faults}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setFaults([])
        }}
      />
      <div className={styles.bar}>
        <Button type="submit" look="primary">
          {words.apply}
        </Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </form>
  )
}
