import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Edited } from '../../../components/edited.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY, validationLists } from '../api.ts'
import { ListForm } from './list-form.tsx'
import { ReferenceSection } from './reference-section.tsx'
import { removeTextOf, usedByColumn, useUsers } from './use-users.tsx'
import { words } from './words.ts'

/** The values that columns take. */
export function Lists() {
  const { validationLists: api } = useHeddle().automation
  const cache = useQueryClient()
  const found = useQuery(validationLists(useHeddle()))
  const users = useUsers('validation_list')
  const refresh = useWrite({
    mutationFn: ({ id }: { readonly id: string; readonly name: string }) => api.refresh(id),
    onSuccess: async ({ name, values }) => {
      toast(words.refreshed(name, values.length))
      await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    },
    onError: (error, row) => toastFailure(words.notRefreshed(row.name), error, { onRetry: () => refresh.mutate(row) }),
  })
  return (
    <ReferenceSection
      kind="lists"
      found={found}
      columns={[
        { name: 'source', title: words.source, cell: ({ source }) => words.sourceOf(source.type, source.column) },
        {
          name: 'read',
          title: words.readAt,
          isWideOnly: true,
          width: '130px',
          cell: ({ refreshed_at: at }) => at !== null && <TimeText at={at} />,
        },
        usedByColumn(users),
      ]}
      form={(row, onClose) => (
        <Edited kind={['validation-lists']} id={row?.id} read={api.get} onClose={onClose}>
          {(list) => <ListForm list={list} onClose={onClose} />}
        </Edited>
      )}
      remove={({ id }) => api.remove(id)}
      removeText={removeTextOf(users)}
      more={(row) =>
        row.source.type === 'static' ? [] : [{ text: words.refresh, onSelect: () => refresh.mutate(row) }]
      }
    />
  )
}
