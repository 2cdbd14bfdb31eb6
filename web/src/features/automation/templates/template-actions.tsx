import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { AUTOMATION_KEY } from '../api.ts'
import styles from '../components/automation.module.css'
import type { SourceSearch } from '../launch/row-source.ts'
import { words } from './words.ts'

type Props = {
  readonly template: Wire.AutomationTemplate
  /** On its own page. */
  readonly isOpen?: boolean
  /** Where the rows to launch are, if somebody came with some. */
  readonly source?: SourceSearch
}

/** What one can do with a template: only what one may do. */
export function TemplateActions({ template, isOpen = false, source = {} }: Props) {
  const { id, name } = template
  const router = useRouter()
  const [isRemoving, setIsRemoving] = useState(false)
  const mayLaunch = useMay('automation.launch_template')
  const mayAdd = useMay('automation.add_template')
  const mayChange = useMay('automation.change_template')
  const mayRemove = useMay('automation.delete_template')
  const mayRequests = useMay('automation.view_request')
  const entries: readonly MenuEntry[] = [
    ...(mayRequests && !isOpen
      ? [
          {
            text: words.requests,
            onSelect: () => void router.navigate({ to: '/automation/requests', search: { template: id } }),
          },
        ]
      : []),
    ...(mayChange && !isOpen
      ? [
          {
            text: words.edit,
            onSelect: () => void router.navigate({ to: '/automation/templates/$id/edit', params: { id } }),
          },
        ]
      : []),
    ...(mayAdd
      ? [
          {
            text: words.duplicate,
            onSelect: () => void router.navigate({ to: '/automation/templates/new', search: { from: id } }),
          },
        ]
      : []),
    ...(mayRemove
      ? ['line' as const, { text: words.remove, isDangerous: true, onSelect: () => setIsRemoving(true) }]
      : []),
  ]
  return (
    <span className={styles.actions}>
      {mayLaunch && (
        <Link
          to="/automation/templates/$id/launch"
          params={{ id }}
          search={source}
          aria-label={words.launchOf(name)}
          className={buttonClass(isOpen ? 'primary' : undefined)}
        >
          {words.launch}
        </Link>
      )}
      {mayChange && isOpen && (
        <Link to="/automation/templates/$id/edit" params={{ id }} className={buttonClass()}>
          {words.edit}
        </Link>
      )}
      {entries.length > 0 && (
        <Menu
          label={words.actionsOf(name)}
          entries={entries[0] === 'line' ? entries.slice(1) : entries}
          target={
            <Button look="quiet" aria-label={words.actionsOf(name)}>
              ⋯
            </Button>
          }
        />
      )}
      {isRemoving && <RemoveTemplate template={template} onClose={() => setIsRemoving(false)} />}
    </span>
  )
}

type RemoveProps = { readonly template: Wire.AutomationTemplate; readonly onClose: () => void }

function RemoveTemplate({ template: { id, name }, onClose }: RemoveProps) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const router = useRouter()
  return (
    <DeleteDialog
      title={words.removeTitle(name)}
      text={words.removeText}
      remove={() => heddle.automation.templates.remove(id)}
      onClose={onClose}
      onRemoved={async () => {
        toast(words.removed(name))
        await router.navigate({ to: '/automation/templates' })
        cache.removeQueries({ queryKey: [...AUTOMATION_KEY, 'templates', 'detail', id] })
        await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
      }}
    />
  )
}
