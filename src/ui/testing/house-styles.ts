/* First of all imports of a test: the order of the layers counts from here. */
/* What main.tsx brings before anything else: for tests that measure or look. */
import '#ui/layers.css';
import '#ui/tokens.css';
import '#ui/fonts.css';
import '#ui/reset.css';
import '#ui/base.css';
