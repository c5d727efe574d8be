import { defineConfig } from 'vitest/config';

// One browser and few servers at a time: the machine may be small.
export default defineConfig({
  test: { fileParallelism: false, testTimeout: 60_000, hookTimeout: 120_000 },
});
