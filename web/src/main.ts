import "./styles/themes.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { registerWorker } from "./lib/installing";
import { router, start } from "./lib/router.svelte";
import { language } from "./lib/settings.svelte";
import { speak } from "./lib/words.svelte";
import { loadPage } from "./pages";

loadPage(router.route.page).catch(() => {}); // beside the words, not after them; App tells if it fails
await speak(language());
start();
mount(App, { target: document.body });
registerWorker();
