#!/usr/bin/env node
import '../dist/bundle/bin.js';
