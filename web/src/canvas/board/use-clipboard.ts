import { copiedParts, readPasted } from '@heddle/domain/canvas-editing/paste.ts'
import { useEffect } from 'react'
import { copyText } from '../../components/rows-grid/copy-text.ts'
import { toast } from '../../components/toasts.tsx'
import { type PickedParts, pasteCanvas, removeParts } from './edits.ts'
import { words } from './words.ts'
import type { CanvasStore } from '../canvas-store.ts'
import { addClass } from '../connect/add-class.ts'
import { askFor } from '../connect/requests.ts'
import type { Point } from '../layout/boxes.ts'

/** Copying and pasting parts of the canvas, as the JSON that the API takes. */
export function useClipboard(store: CanvasStore, chosen: () => PickedParts) {
  useEffect(() => {
    const copy = (event: ClipboardEvent): boolean => {
      if (!isForCanvas(event)) return false
      const { nodes } = chosen()
      event.preventDefault()
      if (nodes.length === 0) {
        toast(words.nothingToCopy)
        return false
      }
      event.clipboardData?.setData('text/plain', wireText(store, nodes))
      toast(words.copied(nodes.length))
      return true
    }
    const cut = (event: ClipboardEvent) => {
      const parts = chosen()
      if (!store.getState().isReadOnly && copy(event)) removeParts(store, parts)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isForCanvas(event) || store.getState().isReadOnly) return
      event.preventDefault()
      void pasteText(store, event.clipboardData?.getData('text/plain') ?? '')
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', cut)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', cut)
      document.removeEventListener('paste', paste)
    }
  }, [store, chosen])
}

/** Copies without an event, from a menu. */
export async function copyNodes(store: CanvasStore, nodes: readonly string[]): Promise<void> {
  try {
    await copyText(wireText(store, nodes))
    toast(words.copied(nodes.length))
  } catch {
    // The browser's own words are of no use to anybody.
    toast(words.copyFailed, { kind: 'failed' })
  }
}

const wireText = (store: CanvasStore, nodes: readonly string[]): string =>
  JSON.stringify(copiedParts(store.getState().history.present, nodes), null, 2)

/** On the canvas or in its outline, or nowhere in particular; text that is selected is copied as text. */
function isForCanvas({ target, type }: ClipboardEvent): boolean {
  if (!(target instanceof Element) || (type !== 'paste' && getSelection()?.isCollapsed === false)) return false
  if (target === document.body) return document.querySelector('[role="dialog"]') === null
  return target.closest('input, textarea') === null && target.closest('[role="application"], [role="tree"]') !== null
}

/** The class of an object, and only what is at its place. */
async function addScope(store: CanvasStore, scopeDn: string, at: Point | undefined): Promise<void> {
  const { classOfDn } = await import('@heddle/domain/canvas-editing/class-of-dn.ts')
  const className = classOfDn(scopeDn)
  if (className === undefined) askFor(store, { type: 'add', scopeDn })
  else addClass(store, className, { scopeDn, at })
}

/** Adds what a text is, a class or an object at the place given; what is wrong with it is said in words. */
export async function pasteText(store: CanvasStore, text: string, at?: Point): Promise<void> {
  const pasted = readPasted(text)
  switch (pasted.type) {
    case 'fault':
      toast(pasted.fault, { kind: 'failed' })
      return
    case 'class':
      addClass(store, pasted.name, { at })
      return
    case 'dn':
      await addScope(store, pasted.dn, at)
      return
    case 'request': {
      const { className, scopeDn, filters, leftOut } = pasted.request
      if (className !== undefined) addClass(store, className, { scopeDn, filters, at })
      else if (scopeDn !== undefined) await addScope(store, scopeDn, at)
      if (leftOut !== undefined) toast(words.filterLeftOut(leftOut))
      return
    }
    case 'canvas': {
      const { leftOut } = pasteCanvas(store, pasted.canvas)
      if (leftOut > 0) toast(words.leftOut(leftOut))
    }
  }
}
