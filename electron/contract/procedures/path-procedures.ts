import type { ProcedureName } from './index.ts';

/**
 * What writes a file where its input says so. No page may choose such a place: the desktop lets it through for a path
 * that the system's dialog gave, the local browser not at all.
 */
export const pathProcedures = ['report.export'] as const satisfies readonly ProcedureName[];
