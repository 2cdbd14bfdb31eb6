import { Lexer, type MarkedToken, type Token } from 'marked'
import { type ReactNode, useMemo } from 'react'
import styles from './markdown.module.css'

/** A text of somebody else as Markdown. HTML in it is text, and links lead to the web only. */
export function Markdown({ text }: { readonly text: string }) {
  const tokens = useMemo(() => new Lexer({ gfm: true }).lex(text), [text])
  return <div className={styles.markdown}>{drawAll(tokens)}</div>
}

const drawAll = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, index) => <Drawn key={index} token={token as MarkedToken} />)

function Drawn({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    // A heading of the text is none of the page.
    case 'heading':
      return (
        <p>
          <strong>{drawAll(token.tokens)}</strong>
        </p>
      )
    case 'paragraph':
      return <p>{drawAll(token.tokens)}</p>
    case 'blockquote':
      return <blockquote>{drawAll(token.tokens)}</blockquote>
    case 'code':
      return <pre>{token.text}</pre>
    case 'hr':
      return <hr />
    case 'list': {
      const items = token.items.map((item, index) => <li key={index}>{drawAll(item.tokens)}</li>)
      return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'list_item':
      return drawAll(token.tokens)
    case 'table':
      return <Table token={token} />
    case 'strong':
      return <strong>{drawAll(token.tokens)}</strong>
    case 'em':
      return <em>{drawAll(token.tokens)}</em>
    case 'del':
      return <del>{drawAll(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <WebLink href={token.href}>{drawAll(token.tokens)}</WebLink>
    case 'text':
      return token.tokens ? drawAll(token.tokens) : token.text
    case 'escape':
    case 'image':
    case 'html':
      return token.text
  }
}

const Table = ({ token }: { readonly token: Extract<MarkedToken, { type: 'table' }> }) => (
  <table>
    <thead>
      <tr>
        {token.header.map((cell, index) =>
          // A column without a name has no head.
          cell.text === '' ? <td key={index} /> : <th key={index}>{drawAll(cell.tokens)}</th>,
        )}
      </tr>
    </thead>
    <tbody>
      {token.rows.map((row, index) => (
        <tr key={index}>
          {row.map((cell, place) => (
            <td key={place}>{drawAll(cell.tokens)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A link to the web, in a tab of its own; anything else is only its text. */
export const WebLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) =>
  /^https?:\/\//i.test(href) ? (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  )
