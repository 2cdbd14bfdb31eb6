import { useEffect } from 'react'
import { useStore } from 'zustand'
import { RulesClient, type RulesState } from './rules-client.ts'

/** One workspace is open at a time, and its parts share one worker. */
const rules = new RulesClient()

/** The rules, whose worker lives as long as somebody uses them. */
export function useRules(): RulesClient {
  useEffect(() => rules.hold(), [])
  return rules
}

/** Part of what the rules say; re-renders when just that part changes. */
export function useRulesState<Key extends keyof RulesState>(key: Key): RulesState[Key] {
  return useStore(rules.store, (state) => state[key])
}
