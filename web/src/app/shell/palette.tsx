import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useKeyActions } from './keys.tsx'
import { usePaletteEntries } from './palette-entries.ts'
import styles from './palette.module.css'

export function PaletteButton() {
  const { showPalette } = useKeyActions()
  return (
    <Button look="quiet" onClick={showPalette} keys="Ctrl K">
      Find
    </Button>
  )
}

export function Palette() {
  const { isPaletteOpen, close } = useKeyActions()
  return (
    <Modal
      opened={isPaletteOpen}
      onClose={close}
      title="Command palette"
      size={560}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
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
  const entries = usePaletteEntries(text)
  const current = entries[Math.min(chosen, entries.length - 1)]

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((Math.min(chosen, entries.length - 1) + step + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      onDone()
      current.onSelect()
    }
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Find"
        aria-expanded
        aria-controls={`${id}-list`}
        {...(current && { 'aria-activedescendant': `${id}-${current.id}` })}
        className={styles.input}
        placeholder="A page, a query, a class, an action…"
        value={text}
        autoComplete="off"
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={handleKey}
      />
      <div role="listbox" aria-label="Found" id={`${id}-list`} className={styles.list}>
        {entries.map((entry) => (
          // The keyboard is handled where the text is typed.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === current}
            className={styles.entry}
            onMouseMove={() => setChosen(entries.indexOf(entry))}
            onClick={() => {
              onDone()
              entry.onSelect()
            }}
          >
            <span className={entry.isCode ? 'code' : undefined}>{entry.text}</span>
            <span className={styles.kind}>{entry.kind}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={styles.none}>Nothing fits “{text}”.</p>}
    </>
  )
}
