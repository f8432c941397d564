import type { Plugin } from '@hookloom/core';

export const NAMES: readonly string[];
export function pluginNamed(name: string): Plugin;
