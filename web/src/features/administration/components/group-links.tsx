import { Link } from '@tanstack/react-router'

type Props = { readonly groups: readonly { readonly id: number; readonly name: string }[] }

/** Names of groups, which lead to their pages. One element: on a telephone, the parts of a cell stand apart. */
export function GroupLinks({ groups }: Props) {
  return (
    <span>
      {groups.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to="/auth/groups/$id" params={{ id: String(id) }}>
            {name}
          </Link>
        </span>
      ))}
    </span>
  )
}
