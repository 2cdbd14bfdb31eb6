import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './pick-dialog.module.css'

export type PickOption = {
  readonly id: string
  /** Its name is its text: it begins with the value that goes over the wire. */
  readonly content: ReactNode
}

type Props<O extends PickOption> = {
  readonly title: string
  /** Of the field and of the list. */
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly options: readonly O[]
  /** The options belong to an earlier text: Enter waits for those of this one. */
  readonly isWaiting: boolean
  /** Why there is nothing, or what else is worth knowing. */
  readonly status?: ReactNode
  readonly onPick: (option: O) => void
  readonly onClose: () => void
}

/** One of a list that is searched while typing. Esc and a click beside it close it. */
export function PickDialog<O extends PickOption>({ title, onClose, ...list }: Props<O>) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={520}
      yOffset="12vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      withCloseButton={false}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
      }}
    >
      <PickList {...list} />
    </Modal>
  )
}

function PickList<O extends PickOption>(props: Omit<Props<O>, 'title' | 'onClose'>) {
  const { label, placeholder, text, options, isWaiting, status, onPick } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { index, setChosen, handleText, handleKey } = usePicking(props)
  const current = options[index]

  // What is typed right after the key that opened it belongs here.
  useLayoutEffect(() => field.current?.focus(), [])

  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index, options])

  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        {...(current && { 'aria-activedescendant': `${id}-${index}` })}
        className={styles.input}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => handleText(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <p role="status" className={status === undefined ? 'sr-only' : styles.status}>
        {status}
      </p>
      <div
        role="listbox"
        aria-label={label}
        id={`${id}-list`}
        ref={list}
        className={`${styles.list} ${isWaiting ? styles.waiting : ''} ${options.length === 0 ? styles.none : ''}`}
      >
        {options.map((option, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The field has the focus and its keys choose: options are for the pointer.
          <div
            key={option.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === index}
            className={styles.option}
            onPointerMove={() => setChosen(place)}
            onClick={() => onPick(option)}
          >
            {option.content}
          </div>
        ))}
      </div>
    </>
  )
}

type Picking<O extends PickOption> = Pick<Props<O>, 'onText' | 'options' | 'isWaiting' | 'onPick'>

/** Which option Enter takes; pressed too early, it takes the first that arrives. */
function usePicking<O extends PickOption>({ onText, options, isWaiting, onPick }: Picking<O>) {
  const [chosen, setChosen] = useState(0)
  const picksFirst = useRef(false)
  const index = Math.max(0, Math.min(chosen, options.length - 1))

  useEffect(() => {
    if (!picksFirst.current || isWaiting) return
    picksFirst.current = false
    if (options[0]) onPick(options[0])
  }, [isWaiting, options, onPick])

  function handleText(text: string) {
    onText(text)
    setChosen(0)
    picksFirst.current = false
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((index + step + options.length) % Math.max(1, options.length))
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const current = options[index]
    if (isWaiting) picksFirst.current = true
    else if (current) onPick(current)
  }

  return { index, setChosen, handleText, handleKey }
}
