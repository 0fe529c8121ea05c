/** Where the route tree is. Read by Vite and by the generator that runs before a typecheck. */
export const routeOptions = {
  target: 'react' as const,
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
  routeFileIgnorePattern: String.raw`\.(test|browser\.test)\.tsx?$`,
  quoteStyle: 'single' as const,
  semicolons: true,
  disableLogging: true,
  tmpDir: '.cache/routes',
};
