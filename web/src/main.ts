import "./styles/themes.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { start } from "./lib/router.svelte";
import { language } from "./lib/settings.svelte";
import { speak } from "./lib/words.svelte";

await speak(language());
start();
mount(App, { target: document.body });
