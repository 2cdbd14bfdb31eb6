import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { type Completable, completionsOf } from './complete-expression.ts'
import styles from './fields.module.css'

type Props = Completable & {
  readonly label: string
  readonly attributes: { readonly id: string; readonly 'aria-invalid'?: boolean; readonly 'aria-describedby'?: string }
  readonly value: string
  readonly isReadOnly: boolean
  /** Whether somebody was typing in the field that it replaces, and goes on here. */
  readonly takesFocus: RefObject<boolean>
  readonly onChange: (value: string) => void
  /** More characters are refused before they are laid out: millions of them hold up the page for seconds. */
  readonly most: number
  /** That many characters were not taken. */
  readonly onRefused: (length: number) => void
}

// Its styles are `<style>` elements, which the content policy admits by the nonce of the page alone.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const LOOK = EditorView.theme({
  '&': { font: '400 12px/20px var(--code)', background: 'none' },
  '&.cm-focused, & .cm-content:focus-visible': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '3px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: '400 12px/20px var(--code)', maxHeight: '240px', padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', borderRadius: '3px', color: 'var(--ink)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--ink-3)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '500' },
})

const DETAILS = { variable: 'column', function: 'function', method: 'of a value' } as const

/** A small editor for one expression. It is loaded with the first expression that is shown. */
export function ExpressionEditor({
  label,
  attributes,
  value,
  isReadOnly,
  takesFocus,
  onChange,
  most,
  onRefused,
  ...completable
}: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const parts = useRef({ attributes: new Compartment(), readOnly: new Compartment() })
  const latest = useRef({ onChange, completable, value, onRefused })
  useEffect(() => {
    latest.current = { onChange, completable, value, onRefused }
  })

  useEffect(() => {
    const editor = new EditorView({
      parent: frame.current!,
      doc: latest.current.value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        LOOK,
        history(),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        // The panel around it scrolls, and would cut off the list.
        tooltips({ position: 'fixed', parent: document.body }),
        autocompletion({
          icons: false,
          interactionDelay: 0,
          override: [(context) => complete(context, latest.current.completable)],
        }),
        refuseBeyond(most, (length) => latest.current.onRefused(length)),
        parts.current.attributes.of([]),
        parts.current.readOnly.of([]),
        EditorView.updateListener.of((update) => {
          const text = update.state.doc.toString()
          if (update.docChanged && text !== latest.current.value) latest.current.onChange(text)
        }),
      ],
    })
    view.current = editor
    if (takesFocus.current) {
      editor.dispatch({ selection: { anchor: editor.state.doc.length } })
      editor.focus()
    }
    return () => editor.destroy()
  }, [takesFocus, most])

  // Undo of the canvas changes it from outside.
  useEffect(() => {
    const editor = view.current
    const text = editor?.state.doc.toString()
    if (editor && text !== value) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  const { id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = attributes
  useEffect(() => {
    const given = {
      id,
      'aria-label': label,
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    }
    view.current?.dispatch({
      effects: [
        parts.current.attributes.reconfigure(EditorView.contentAttributes.of(given)),
        parts.current.readOnly.reconfigure([EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]),
      ],
    })
  }, [id, label, isInvalid, describedBy, isReadOnly])

  return <div ref={frame} className={`${styles.editor} ${isInvalid ? styles.invalid : ''}`} />
}

/** What is longer already may become shorter. */
const refuseBeyond = (most: number, onRefused: (length: number) => void) =>
  EditorState.changeFilter.of(({ changes, startState: { doc } }) => {
    const isTaken = changes.newLength <= Math.max(most, doc.length)
    if (!isTaken) onRefused(changes.newLength)
    return isTaken
  })

function complete(context: CompletionContext, completable: Completable) {
  const before = context.state.doc.sliceString(0, context.pos)
  const found = completionsOf(before, completable)
  if (!found || (found.from === context.pos && !context.explicit && !before.endsWith('.'))) return null
  const options = found.options.map((option) => ({ ...option, detail: DETAILS[option.type] }))
  return { from: found.from, options, validFor: /^\w*$/ }
}
