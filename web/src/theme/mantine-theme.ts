import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const accent = Array.from({ length: 10 }, () => 'var(--accent)') as unknown as MantineColorsTuple

/** Mantine gives behaviour (lists that float, focus that is kept); how things look is said by our tokens. */
export const theme = createTheme({
  fontFamily: 'var(--words)',
  fontFamilyMonospace: 'var(--code)',
  fontSizes: { xs: '11px', sm: '13px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  radius: { xs: '3px', sm: '5px', md: '5px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  colors: { accent },
  primaryColor: 'accent',
  autoContrast: false,
  cursorType: 'pointer',
  respectReducedMotion: true,
})

const variables = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--ground)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-shadow-md': 'var(--shadow)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables, light: variables, dark: variables })
