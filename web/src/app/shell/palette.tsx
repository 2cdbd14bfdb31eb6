import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useIsTopmost } from '../../components/topmost.ts'
import { useKeyActions } from './keys.tsx'
import { usePaletteEntries } from './palette-entries.ts'
import styles from './palette.module.css'
import { ToolLabel } from './tool-label.tsx'
import { words } from './words.ts'

export function PaletteButton() {
  const { showPalette } = useKeyActions()
  return (
    <Button look="quiet" className={styles.open} onClick={showPalette} keys="Ctrl K">
      <ToolLabel name={words.find} />
    </Button>
  )
}

export function Palette() {
  const { isPaletteOpen, close } = useKeyActions()
  const isTopmost = useIsTopmost(isPaletteOpen)
  return (
    <Modal
      opened={isPaletteOpen}
      onClose={close}
      title={words.palette}
      size={560}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      closeOnEscape={isTopmost}
      withCloseButton={false}
      classNames={{ content: styles.content ?? '', header: styles.header ?? '', body: styles.body ?? '' }}
    >
      {isPaletteOpen && <PaletteList onDone={close} />}
    </Modal>
  )
}

function PaletteList({ onDone }: { readonly onDone: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { entries, choose } = usePaletteEntries(text)
  const input = useRef<HTMLInputElement>(null)
  // At once: people who open it with a key type on.
  useLayoutEffect(() => input.current?.focus(), [])
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const current = entries[Math.min(chosen, entries.length - 1)]

  function select(entry: (typeof entries)[number]) {
    if (!entry.staysOpen) onDone()
    choose(entry)
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((Math.min(chosen, entries.length - 1) + step + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      select(current)
    }
  }

  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={words.find}
        aria-expanded
        aria-controls={`${id}-list`}
        {...(current && { 'aria-activedescendant': `${id}-${current.id}` })}
        className={styles.input}
        placeholder={words.findHint}
        value={text}
        autoComplete="off"
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={handleKey}
      />
      <div role="listbox" aria-label={words.found} ref={list} id={`${id}-list`} className={styles.list}>
        {entries.map((entry) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Keys are handled where the text is typed.
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === current}
            className={styles.entry}
            onMouseMove={() => setChosen(entries.indexOf(entry))}
            onClick={() => select(entry)}
          >
            <span className={`${styles.text} ${entry.isCode ? 'code' : ''}`}>{entry.text}</span>
            {entry.note !== undefined && <span className={styles.note}>{entry.note}</span>}
            <span className={styles.kind}>{entry.kind}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p role="status" className={styles.none}>
          {words.noMatch(text)}
        </p>
      )}
    </>
  )
}
