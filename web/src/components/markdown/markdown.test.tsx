import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'

it('draws lists, code and links to the web', () => {
  render(<Markdown text={'Set **one**:\n\n1. `fvBD` of [the guide](https://example.com/guide)\n2. `fvCtx`'} />)

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['fvBD of the guide', 'fvCtx'])
  expect(screen.getByText('fvCtx').tagName).toBe('CODE')
  expect(screen.getByRole('link', { name: 'the guide' }).getAttribute('href')).toBe('https://example.com/guide')
})

it('leaves HTML and links that are none to the web as text', () => {
  const { container } = render(
    <Markdown
      text={'<img src=x onerror=alert(1)> and [here](javascript:alert(1)) ![dot](https://example.com/a.png)'}
    />,
  )

  expect(container.querySelectorAll('a, img, script')).toHaveLength(0)
  expect(container.textContent).toBe('<img src=x onerror=alert(1)> and here dot')
})
